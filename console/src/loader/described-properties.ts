import type { EntityTypeDescribe, LoaderProcess } from "@weft/client";

type Undescribed = NonNullable<LoaderProcess["undescribedColumns"]>[number];
type Described = EntityTypeDescribe["properties"][number];

type Describable = Pick<LoaderProcess, "undescribedColumns" | "federatedMappings">;

interface DescribedType {
  readonly typePath: string;
  readonly properties: Described[];
}

/** The calls that define columns: one for each type, with the guessed kinds. */
export function describedProperties({
  undescribedColumns = [],
  federatedMappings = {},
}: Describable): readonly DescribedType[] {
  const columns = undescribedColumns;
  const paths = [...new Set(columns.map(({ typePath }) => typePath))];
  return paths.map((typePath) => ({
    typePath,
    properties: columns
      .filter((column) => column.typePath === typePath)
      .flatMap((column) => propertyOf(column, federatedMappings[column.columnName])),
  }));
}

/** Users know the header of the file rather than the name that the column was mapped to. */
function propertyOf({ slug, columnName, guessedKind }: Undescribed, header: string | undefined): Described[] {
  // The service guesses neither; both are computed and not stored.
  if (guessedKind === "formula" || guessedKind === "sequence") return [];
  return [{ slug, columnName, label: header ?? columnName, propertyType: guessedKind }];
}
