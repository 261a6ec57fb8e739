import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface StripeCall {
  method: string;
  path: string;
  /** The form of the request. */
  form: Record<string, string>;
  headers: IncomingMessage["headers"];
}

export interface FakeSubscription {
  id: string;
  customer: string;
  status: string;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  price: string;
  quantity: number;
  current_period_end: number;
}

/** What Stripe's API answers, as far as we ask it: of one account, kept in memory. */
export class FakeStripe {
  readonly calls: StripeCall[] = [];
  readonly subscriptions: FakeSubscription[] = [];
  /** Answers nothing but this while it is set. */
  failing: number | undefined;
  #customers = new Map<string, string>();

  private constructor(
    readonly origin: string,
    readonly close: () => Promise<void>,
  ) {}

  static start(): Promise<FakeStripe> {
    return new Promise((resolve) => {
      const server = createServer(async (req, res) => {
        const form = Object.fromEntries(new URLSearchParams(await text(req)));
        const { method = "", url = "" } = req;
        const [status, body] = fake.#answer({ method, path: url, form, headers: req.headers });
        res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
      let fake: FakeStripe;
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo;
        fake = new FakeStripe(`http://127.0.0.1:${port}`, async () => void server.close());
        resolve(fake);
      });
    });
  }

  /** Whom a person pays as, once they have begun to buy. */
  customerOf(organization: string): string | undefined {
    return this.#customers.get(organization);
  }

  subscribe(customer: string, overrides: Partial<FakeSubscription> = {}): FakeSubscription {
    const subscription: FakeSubscription = {
      id: `sub_${this.subscriptions.length + 1}`,
      customer,
      status: "active",
      cancel_at_period_end: false,
      cancel_at: null,
      price: "price_pro",
      quantity: 1,
      current_period_end: 1_798_761_600,
      ...overrides,
    };
    this.subscriptions.unshift(subscription);
    return subscription;
  }

  #answer(call: StripeCall): [status: number, body: unknown] {
    this.calls.push(call);
    if (this.failing) return [this.failing, { error: { type: "api_error", message: "Out of order." } }];
    const { method, form } = call;
    const { pathname, searchParams } = new URL(call.path, this.origin);
    switch (`${method} ${pathname.replace(/\/(sub|si)_\w+$/, "/:$1")}`) {
      case "POST /v1/customers":
        return [200, { object: "customer", id: this.#customer(form["metadata[organization]"] ?? "") }];
      case "POST /v1/checkout/sessions":
        return [200, { object: "checkout.session", id: "cs_1", url: "https://checkout.stripe.test/cs_1" }];
      case "POST /v1/billing_portal/sessions":
        return [
          200,
          { object: "billing_portal.session", id: "bps_1", url: "https://portal.stripe.test/bps_1" },
        ];
      case "GET /v1/subscriptions": {
        const data = this.subscriptions.filter(({ customer }) => customer === searchParams.get("customer"));
        return [200, { object: "list", url: "/v1/subscriptions", has_more: false, data: data.map(present) }];
      }
      case "GET /v1/subscriptions/:sub":
        return this.#found(this.subscriptions.find(({ id }) => pathname.endsWith(id)));
      case "POST /v1/subscription_items/:si": {
        const found = this.subscriptions.find(({ id }) => pathname.endsWith(id.replace("sub_", "si_")));
        if (found) found.quantity = Number(form.quantity);
        return this.#found(found);
      }
      default:
        return [404, { error: { type: "invalid_request_error", message: `Unrecognized request URL.` } }];
    }
  }

  #customer(organization: string): string {
    const known = this.#customers.get(organization) ?? `cus_${this.#customers.size + 1}`;
    this.#customers.set(organization, known);
    return known;
  }

  #found(subscription: FakeSubscription | undefined): [number, unknown] {
    return subscription
      ? [200, present(subscription)]
      : [404, { error: { type: "invalid_request_error", message: "No such subscription." } }];
  }
}

function present({ price, quantity, current_period_end, ...subscription }: FakeSubscription) {
  const item = {
    object: "subscription_item",
    id: subscription.id.replace("sub_", "si_"),
    quantity,
    current_period_end,
    price: { object: "price", id: price },
  };
  return { object: "subscription", ...subscription, items: { object: "list", data: [item] } };
}
