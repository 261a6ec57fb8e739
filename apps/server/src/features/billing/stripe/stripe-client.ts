import type { Stripe } from "stripe";
import type { StripeSettings } from "./stripe-settings.js";

export type LoadStripe = () => Promise<Stripe>;

/** Stripe's library, loaded at the first use: who sells nothing does not pay for it with memory. */
export function stripeClient({ secretKey, apiOrigin }: StripeSettings): LoadStripe {
  let loading: Promise<Stripe> | undefined;
  return () => {
    loading ??= import("stripe").then(({ Stripe }) => {
      const { protocol, hostname, port } = new URL(apiOrigin);
      return new Stripe(secretKey, {
        host: hostname,
        port: port || (protocol === "http:" ? 80 : 443),
        protocol: protocol === "http:" ? "http" : "https",
        timeout: 10_000,
        maxNetworkRetries: 1,
        telemetry: false,
      });
    });
    return loading;
  };
}
