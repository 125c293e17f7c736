import { type Check, type CheckResult, fault, ok, warning } from "./finding.ts";

// As in package.json, "engines".
const oldest = { major: 20, minor: 19 };

export function checkNode(): Check {
  return { name: "node", look: async () => [evaluateNode(process.versions.node)] };
}

export function evaluateNode(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const advice = "Install the newest even-numbered release of Node.";
  if (major < oldest.major || (major === oldest.major && minor < oldest.minor)) {
    return fault(`Node ${version} is too old: ${oldest.major}.${oldest.minor} or newer is required.`, advice);
  }
  return major % 2 === 1
    ? warning(`Node ${version} is not a long-term support release.`, advice)
    : ok(`Node ${version}.`);
}
