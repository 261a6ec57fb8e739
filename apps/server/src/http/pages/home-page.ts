import { publicApiPrefix } from "@lintel/contract";
import { managementApiPrefix } from "@lintel/contract/management";
import { homeStyle } from "./home-style.js";
import { mark, markAddress } from "./mark.js";
import { escapeHtml, hashSource, pageHeaders } from "./page.js";

export const homeHeaders = pageHeaders({
  "style-src": [hashSource(homeStyle)],
  "font-src": ["'self'"],
  "img-src": ["data:"],
});

/** What stands at the origin: what this is, where it leads, and how to begin. It loads one typeface and no script. */
export function homePage(origin: string, version: string): string {
  const signUp = `curl ${origin}/api/auth/sign-up/email \\
  -H 'content-type: application/json' \\
  -d '{"name":"Ada Byron","email":"ada@example.org",
       "password":"ten characters or more"}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="description" content="A content service in which a model change never breaks a reader.">
<title>Lintel</title>
<link rel="icon" href="${markAddress}">
<style>${homeStyle}</style>
</head>
<body>
<main>
<div class="name">${mark}<span>Lintel</span></div>
<h1>Change the model.<br>Nobody who reads it breaks.</h1>
<p class="lead">This service keeps structured content and answers for it over a typed API. Rename a field or delete it:
readers keep getting the old key, until someone completes its Action.</p>
<nav aria-label="Documentation">
<a href="/docs"><b>API reference</b><span>Every operation, answer and error, ready to try</span></a>
<a href="${publicApiPrefix}/openapi.json"><b>OpenAPI 3.1</b><span>The same for machines, and <code>${managementApiPrefix}</code> has its own</span></a>
</nav>
<section>
<h2>Look around first</h2>
<p>A small magazine with an account, an API key and a <code>curl</code> line to read it with.</p>
<pre>npx lintel seed</pre>
</section>
<section>
<h2>Or begin with your own</h2>
<p>Whoever signs up can make an organization, its model and its keys.</p>
<pre>${escapeHtml(signUp)}</pre>
</section>
<footer>Version ${escapeHtml(version)} · <a href="${publicApiPrefix}/health">health</a> · <a href="/ready">ready</a></footer>
</main>
</body>
</html>
`;
}
