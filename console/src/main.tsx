import "@fontsource-variable/inter/wght.css";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "@mantine/spotlight/styles.css";
import "./tokens.css";
import "./console.css";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { allowStyles } from "./ui/style-nonce.ts";

allowStyles();
const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(<App />);
}
