import {
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Menu,
  Modal,
  Notification,
  Popover,
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

const title = { fontSize: "var(--weft-title-size)", lineHeight: "var(--weft-title-line)" };
const lead = { fontSize: "var(--weft-lead-size)", lineHeight: "var(--weft-lead-line)" };
const body = { fontSize: "var(--weft-body-size)", lineHeight: "var(--weft-body-line)" };
const label = { fontSize: "var(--weft-label-size)", lineHeight: "var(--weft-label-line)" };

// Mantine waits for the end of a transition by a timer, so it needs numbers: those of tokens.css.
const menuMotion = { duration: 120, timingFunction: "var(--weft-motion-ease)" };
const panelMotion = { duration: 180, timingFunction: "var(--weft-motion-ease)" };
const closeButtonProps = { "aria-label": "Close" };

/** Mantine with the sizes of tokens.css. */
export const theme = createTheme({
  colors: { weft },
  primaryColor: "weft",
  primaryShade: { light: 8, dark: 7 },
  defaultRadius: "md",
  fontFamily: "var(--weft-font)",
  fontFamilyMonospace: "var(--weft-font-mono)",
  fontSizes: {
    xs: "var(--weft-label-size)",
    sm: "var(--weft-body-size)",
    md: "var(--weft-lead-size)",
    lg: "var(--weft-title-size)",
    xl: "var(--weft-figure-size)",
  },
  lineHeights: {
    xs: "var(--weft-label-line)",
    sm: "var(--weft-body-line)",
    md: "var(--weft-lead-line)",
    lg: "var(--weft-title-line)",
    xl: "var(--weft-figure-line)",
  },
  headings: {
    fontWeight: "var(--weft-heading-weight)",
    sizes: { h1: title, h2: title, h3: lead, h4: lead, h5: body, h6: label },
  },
  spacing: {
    xs: "var(--weft-space-8)",
    sm: "var(--weft-space-12)",
    md: "var(--weft-space-16)",
    lg: "var(--weft-space-24)",
    xl: "var(--weft-space-32)",
  },
  radius: {
    xs: "var(--weft-radius-cell)",
    sm: "var(--weft-radius-cell)",
    md: "var(--weft-radius-control)",
    lg: "var(--weft-radius-sheet)",
  },
  // Lines, not shadows: the one shadow is for what floats.
  shadows: {
    xs: "none",
    sm: "none",
    md: "var(--weft-shadow)",
    lg: "var(--weft-shadow)",
    xl: "var(--weft-shadow)",
  },
  cursorType: "pointer",
  autoContrast: true,
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { closeButtonProps, radius: "lg", transitionProps: panelMotion } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps, transitionProps: panelMotion } }),
    // The first item takes the focus: a placeholder is not allowed in a menu, and costs the keyboard a step.
    Menu: Menu.extend({
      defaultProps: { shadow: "md", transitionProps: menuMotion, withInitialFocusPlaceholder: false },
    }),
    Popover: Popover.extend({ defaultProps: { shadow: "md", transitionProps: menuMotion } }),
  },
});

const colors = {
  "--mantine-color-body": "var(--weft-surface)",
  "--mantine-color-text": "var(--weft-text)",
  "--mantine-color-dimmed": "var(--weft-second)",
  "--mantine-color-placeholder": "var(--weft-third)",
  "--mantine-color-anchor": "var(--weft-accent)",
  "--mantine-color-error": "var(--weft-bad)",
  "--mantine-color-default": "var(--weft-surface)",
  "--mantine-color-default-hover": "var(--weft-well)",
  "--mantine-color-default-color": "var(--weft-text)",
  "--mantine-color-default-border": "var(--weft-line)",
};

/** Mantine with the colors of tokens.css. Its components name the shades of its grays where they have no variable. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...colors,
    "--mantine-color-gray-0": "var(--weft-ground)",
    "--mantine-color-gray-1": "var(--weft-well)",
    "--mantine-color-gray-3": "var(--weft-line)",
    "--mantine-color-gray-7": "var(--weft-third)",
  },
  dark: {
    ...colors,
    "--mantine-color-dark-0": "var(--weft-text)",
    "--mantine-color-dark-4": "var(--weft-line)",
    "--mantine-color-dark-5": "var(--weft-well)",
    "--mantine-color-dark-6": "var(--weft-surface)",
    "--mantine-color-dark-7": "var(--weft-surface)",
    "--mantine-color-dark-8": "var(--weft-ground)",
  },
});
