import "@fontsource-variable/figtree/wght.css";
import "./theme/mantine.css";
import "virtual:theme-variables.css";
import "./theme/tokens.css";
import "./theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app";
import { wearAsBefore } from "./theme/wear";

wearAsBefore();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
