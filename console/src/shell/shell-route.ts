import { createRoute } from "@tanstack/react-router";
import { rootRoute } from "../root-route.tsx";
import { Shell } from "./shell.tsx";

/** Every page except the sign-in is inside. */
export const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: "shell", component: Shell });
