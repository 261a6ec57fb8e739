import { type Check, failed, passed } from "./check.js";

const oldest = { major: 20, minor: 19 };

export function checkNode(version: string = process.versions.node): Check {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const recent = major > oldest.major || (major === oldest.major && minor >= oldest.minor);
  if (recent) return passed("Node", `version ${version}`);
  return failed(
    "Node",
    `version ${version}, but ${oldest.major}.${oldest.minor} or newer is needed`,
    "Install the current long-term release from nodejs.org.",
  );
}
