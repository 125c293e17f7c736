/** Two warp threads, and the weft drawn over one and under the other. */
export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="#2f49a8" />
      <g fill="none" strokeWidth="5" strokeLinecap="round">
        <path d="M11 6v20M21 6v20" stroke="#9db2ff" />
        <path d="M6 16h10M25 16h1" stroke="#fff" />
      </g>
    </svg>
  );
}
