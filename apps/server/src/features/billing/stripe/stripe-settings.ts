export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** The price of a seat and month of each plan that can be bought, by the plan's name. */
  prices: Readonly<Record<string, string>>;
  apiOrigin: string;
}
