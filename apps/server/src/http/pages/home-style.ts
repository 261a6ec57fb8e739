/** The tokens of the design, light and dark. */
export const homeStyle = `
@font-face{font-family:Inter;src:url(/fonts/inter.woff2) format("woff2");font-weight:100 900;font-display:swap}
:root{color-scheme:light dark;--page:#fbfaf8;--raised:#fff;--line:#e6e3de;--text:#1f1d1a;--soft:#6b665f;--accent:#0f5e5b;--code:#f4f2ee}
@media (prefers-color-scheme:dark){:root{--page:#161513;--raised:#1d1c19;--line:#33312d;--text:#edeae5;--soft:#a19b92;--accent:#6fc3bd;--code:#24221f}}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;align-content:center;background:var(--page);color:var(--text);font:14px/1.6 Inter,system-ui,sans-serif;-webkit-font-smoothing:antialiased}
main{width:100%;max-width:640px;margin:0 auto;padding:64px 24px}
.name{display:flex;align-items:center;gap:10px;font-size:16px;font-weight:600;letter-spacing:-.01em;color:var(--accent)}
.name svg{width:22px;height:22px}
.name span{color:var(--text)}
h1{margin:40px 0 12px;font-size:28px;line-height:1.2;font-weight:600;letter-spacing:-.02em;text-wrap:balance}
.lead{max-width:34em;color:var(--soft);font-size:16px}
nav{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin:36px 0}
nav a{display:block;padding:16px;border:1px solid var(--line);border-radius:6px;background:var(--raised);color:inherit;text-decoration:none;transition:border-color 140ms ease-out}
nav a:hover{border-color:var(--accent)}
nav b{display:block;font-weight:500;color:var(--accent)}
nav span{color:var(--soft);font-size:13px}
h2{margin:0 0 4px;font-size:14px;font-weight:600}
section{padding:20px 0;border-top:1px solid var(--line)}
section p{color:var(--soft)}
pre{margin:10px 0 0;padding:12px 14px;overflow-x:auto;border-radius:6px;background:var(--code);font:12px/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
footer{margin-top:12px;padding-top:20px;border-top:1px solid var(--line);color:var(--soft);font-size:12px;font-variant-numeric:tabular-nums}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:6px}
@media (max-width:520px){nav{grid-template-columns:1fr}main{padding:40px 20px}h1{margin-top:28px}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`;
