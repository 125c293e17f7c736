import {
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Modal,
  Notification,
} from "@mantine/core";

const weft: MantineColorsTuple = [
  "#eef2ff",
  "#dde4fa",
  "#b8c6f2",
  "#90a5ea",
  "#6f88e2",
  "#5a76de",
  "#4d6bdb",
  "#3f5bc2",
  "#2f49a8",
  "#233a8f",
];

export const theme = createTheme({
  colors: { weft },
  primaryColor: "weft",
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: "md",
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'DejaVu Sans Mono', Menlo, monospace",
  headings: { fontWeight: "650", sizes: { h1: { fontSize: "1.5rem", lineHeight: "1.3" } } },
  cursorType: "pointer",
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
  },
});

/** Mantine's own shades of these are too faint for WCAG AA contrast. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-7)",
    "--mantine-color-anchor": "var(--mantine-color-weft-8)",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--weft-surface": "var(--mantine-color-white)",
    "--weft-ground": "var(--mantine-color-gray-0)",
    "--weft-line": "var(--mantine-color-gray-3)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-1)",
    "--mantine-color-anchor": "var(--mantine-color-weft-2)",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--weft-surface": "var(--mantine-color-dark-7)",
    "--weft-ground": "var(--mantine-color-dark-8)",
    "--weft-line": "var(--mantine-color-dark-4)",
  },
});
