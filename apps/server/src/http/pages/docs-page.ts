import { publicApiPrefix } from "@lintel/contract";
import { managementApiPrefix } from "@lintel/contract/management";
import { markAddress } from "./mark.js";
import { hashSource, pageHeaders } from "./page.js";

/** Without these the reference asks other hosts for typefaces, counts its visits, and offers a service of its maker's. */
const settings = {
  sources: [
    { title: "Public API", slug: "public", url: `${publicApiPrefix}/openapi.json`, default: true },
    { title: "Management API", slug: "management", url: `${managementApiPrefix}/openapi.json` },
  ],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  theme: "none",
  favicon: markAddress,
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  metaData: { title: "Lintel API reference" },
};

const start = `Scalar.createApiReference("#reference",${JSON.stringify(settings)})`;

const style = `
@font-face{font-family:Inter;src:url(/fonts/inter.woff2) format("woff2");font-weight:100 900;font-display:swap}
:root{--scalar-font:Inter,system-ui,sans-serif;--scalar-font-code:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;--scalar-radius:6px;--scalar-radius-lg:6px}
.light-mode{--scalar-background-1:#fbfaf8;--scalar-background-2:#f4f2ee;--scalar-background-3:#ebe8e2;--scalar-color-1:#1f1d1a;--scalar-color-2:#57534c;--scalar-color-3:#6b665f;--scalar-color-accent:#0f5e5b;--scalar-background-accent:#0f5e5b14;--scalar-border-color:#e6e3de}
.dark-mode{--scalar-background-1:#161513;--scalar-background-2:#1d1c19;--scalar-background-3:#24221f;--scalar-color-1:#edeae5;--scalar-color-2:#c2bcb3;--scalar-color-3:#a19b92;--scalar-color-accent:#6fc3bd;--scalar-background-accent:#6fc3bd1f;--scalar-border-color:#33312d}
body{margin:0}
`;

export const docsHeaders = pageHeaders({
  "script-src": ["'self'", hashSource(start)],
  // The reference writes its styles into the page while it runs, so no hash can name them.
  "style-src": ["'unsafe-inline'"],
  "font-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "connect-src": ["'self'"],
});

export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Lintel API reference</title>
<link rel="icon" href="${markAddress}">
<style>${style}</style>
</head>
<body>
<div id="reference"></div>
<script src="/docs/reference.js"></script>
<script>${start}</script>
</body>
</html>
`;
