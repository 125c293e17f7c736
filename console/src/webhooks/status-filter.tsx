import { Select } from "@mantine/core";
import { type DeliveryStatus, deliveryStatuses } from "./delivery-statuses.ts";

interface StatusFilterProps {
  readonly value: DeliveryStatus | undefined;
  readonly onChange: (status: DeliveryStatus | undefined) => void;
}

export function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <Select
      aria-label="Status"
      placeholder="Any status"
      data={[...deliveryStatuses]}
      value={value ?? null}
      onChange={(chosen) => onChange(deliveryStatuses.find((status) => status === chosen))}
      clearable
      clearButtonProps={{ "aria-label": "Any status" }}
      w={170}
    />
  );
}
