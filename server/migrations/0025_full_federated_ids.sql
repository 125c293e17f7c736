-- The federatedId of a custom entity begins with its type path, whichever way it was created. An entity whose full
-- federatedId is taken, or would be too long, keeps the short one; weft doctor reports it.
update entities as short set federated_id = short.type_path || ':' || short.federated_id
where short.entity_type = 'custom-entity'
  and not starts_with(short.federated_id, 'custom-entity:')
  and length(short.type_path || ':' || short.federated_id) <= 512
  and not exists (
    select from entities as taken
    where taken.org_id = short.org_id and taken.entity_type = 'custom-entity'
      and taken.federated_id = short.type_path || ':' || short.federated_id
  );
