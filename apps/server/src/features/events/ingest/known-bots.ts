/**
 * Names by which bots go where a library reads the browser's family out of a user agent. The user agent itself never
 * comes here, so a bot that calls itself Chrome counts as a visitor.
 */
const botName =
  /(?<!cu)bot(?![a-z])|crawl|spider|slurp|headless|lighthouse|pagespeed|prerender|phantomjs|selenium|puppeteer|playwright|facebookexternalhit|mediapartners|preview|monitor|uptime|pingdom|curl|wget|python-|python requests|httpclient|okhttp|axios|node-fetch|scrapy|java\/|go-http/i;

/** Whether the browser of a batch's context is known to be no person's. */
export const isKnownBot = (browser: string | undefined): boolean =>
  browser !== undefined && botName.test(browser);
