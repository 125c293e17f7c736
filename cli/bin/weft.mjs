#!/usr/bin/env node
import { runWeft } from "../dist/main.js";

await runWeft(process.argv.slice(2));
