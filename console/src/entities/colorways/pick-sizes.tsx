import { Select, SimpleGrid, TagsInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { queryKeys } from "../../query-keys.ts";
import { mayDoSome, useSession } from "../../session/session.ts";
import type { AnyEntity } from "../any-entity.ts";

/** A size range template. */
interface SizeRange {
  readonly id: string;
  readonly name: string;
  readonly sizes: readonly string[];
}

const rangesMax = 1000;
/** As many as the service stores in one property. */
const sizesMax = 200;

/** The size ranges of the organization. Users who may not read them type sizes. */
export function useSizeRanges(isNeeded: boolean): readonly SizeRange[] {
  const { who, weft } = useSession();
  const { data = [] } = useQuery({
    queryKey: queryKeys.entities.sizeRanges(),
    queryFn: async ({ signal }) => {
      const listing = { entityName: "size-range-template", limit: rangesMax, signal } as const;
      return (await weft.entities.list<AnyEntity>(listing)).results.map(rangeOf);
    },
    staleTime: 60_000,
    enabled: isNeeded && mayDoSome(who, "read", "size-range-template"),
  });
  return data;
}

function rangeOf({ id, name = "Unnamed", sizeRange }: AnyEntity): SizeRange {
  return { id, name, sizes: sizesIn(sizeRange) };
}

/** The sizes of a stored size range. */
export function sizesIn(value: unknown): string[] {
  const sizes = typeof value === "object" && value !== null && "sizes" in value ? value.sizes : [];
  return Array.isArray(sizes) ? sizes.map(String) : [];
}

/** The description below the control, as in forms. */
const inputWrapperOrder: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

interface PickSizesProps {
  readonly ranges: readonly SizeRange[];
  readonly templateId: string | undefined;
  readonly sizes: readonly string[];
  readonly onTemplate: (templateId: string | undefined) => void;
  readonly onSizes: (sizes: readonly string[]) => void;
}

/** Sizes from a template, or typed. */
export function PickSizes({ ranges, templateId, sizes, onTemplate, onSizes }: PickSizesProps) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {ranges.length > 0 && (
        <Select
          label="Size range"
          placeholder="None"
          description="A size range template, or none."
          data={ranges.map(({ id, name }) => ({ value: id, label: name }))}
          inputWrapperOrder={inputWrapperOrder}
          searchable
          clearable
          value={templateId ?? null}
          onChange={(id) => onTemplate(id ?? undefined)}
        />
      )}
      <TagsInput
        label="Sizes"
        placeholder={sizes.length === 0 ? "S, M, L" : ""}
        description="Type a size and press Enter."
        inputWrapperOrder={inputWrapperOrder}
        maxTags={sizesMax}
        clearable
        value={[...sizes]}
        onChange={onSizes}
      />
    </SimpleGrid>
  );
}
