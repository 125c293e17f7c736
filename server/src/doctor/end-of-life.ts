/** A release line, and the last day on which its maintainers fix it. */
export interface ReleaseLine {
  readonly major: number;
  readonly endsOn: string;
}

/** Those that tests start the service with, in exactly these versions: the oldest that is required, and newest ones. */
export const nodeLines: readonly (ReleaseLine & { readonly tested: string })[] = [
  { major: 20, endsOn: "2026-04-30", tested: "20.19.0" },
  { major: 22, endsOn: "2027-04-30", tested: "22.23.3" },
  { major: 24, endsOn: "2028-04-30", tested: "24.21.0" },
  { major: 26, endsOn: "2029-04-30", tested: "26.10.0" },
];

export const postgresLines: readonly ReleaseLine[] = [
  { major: 15, endsOn: "2027-11-11" },
  { major: 16, endsOn: "2028-11-09" },
  { major: 17, endsOn: "2029-11-08" },
  { major: 18, endsOn: "2030-11-14" },
];
