export interface ProjectSearch {
  readonly tab?: "assortments" | "items" | "workspaces" | "configuration" | undefined;
  readonly q?: string | undefined;
}

export interface AssortmentSearch {
  readonly tab?: "members" | "history" | "configuration" | undefined;
  readonly q?: string | undefined;
  /** The selected publish. */
  readonly publish?: string | undefined;
}

export interface ListSearch {
  readonly q?: string | undefined;
  /** Only those of this project. */
  readonly project?: string | undefined;
}
