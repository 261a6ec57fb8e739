import type { Exchange } from "./exchange.js";

export type Params = Record<string, string>;
export type Handle = (exchange: Exchange, params: Params) => Promise<void> | void;
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Route {
  /** `*` where a library decides: it gets every method. */
  method: Method | "*";
  /** As `/content/{type}/{slug}`; `{+rest}` at the end takes all that follows. */
  path: string;
  handle: Handle;
}

export interface Match {
  pattern: string;
  params: Params;
  methods: ReadonlyMap<string, Handle>;
}

interface Node {
  literals: Map<string, Node>;
  parameter?: { name: string; node: Node };
  rest?: { name: string; node: Node };
  end?: { pattern: string; methods: Map<string, Handle> };
}

const newNode = (): Node => ({ literals: new Map() });

/** All routes of the service by path, then by method: a path that exists is known whatever the method is. */
export class RouteTable {
  #root = newNode();

  constructor(routes: Iterable<Route>) {
    for (const route of routes) this.#add(route);
  }

  #add({ method, path, handle }: Route): void {
    let node = this.#root;
    for (const segment of path.slice(1).split("/")) node = step(node, segment, path);
    node.end ??= { pattern: path, methods: new Map() };
    if (node.end.pattern !== path || node.end.methods.has(method))
      throw new Error(
        `Two routes answer ${method} ${path}${node.end.pattern === path ? "" : ` and ${node.end.pattern}`}.`,
      );
    node.end.methods.set(method, handle);
  }

  match(path: string): Match | undefined {
    const params: Params = {};
    const end = find(this.#root, path.slice(1).split("/"), 0, params);
    return end && { ...end, params };
  }
}

/** The node below for one segment of a pattern, made where it is missing. */
function step(node: Node, segment: string, path: string): Node {
  const [, plus, name] = /^\{(\+?)([a-zA-Z]+)\}$/.exec(segment) ?? [];
  if (name === undefined) {
    const next = node.literals.get(segment) ?? newNode();
    node.literals.set(segment, next);
    return next;
  }
  const kind = plus ? "rest" : "parameter";
  node[kind] ??= { name, node: newNode() };
  if (node[kind].name !== name)
    throw new Error(`The route ${path} calls a segment "${name}" that another calls "${node[kind].name}".`);
  return node[kind].node;
}

/** A literal segment wins over a parameter, and a parameter over a rest. */
function find(node: Node, segments: string[], index: number, params: Params): Node["end"] {
  const segment = segments[index];
  if (segment === undefined) return node.end;
  const literal = node.literals.get(segment);
  const found = literal && find(literal, segments, index + 1, params);
  if (found) return found;
  if (node.parameter && segment !== "") {
    const found = find(node.parameter.node, segments, index + 1, params);
    if (found) {
      params[node.parameter.name] = decodeURIComponent(segment);
      return found;
    }
  }
  if (!node.rest?.node.end) return undefined;
  params[node.rest.name] = segments.slice(index).join("/");
  return node.rest.node.end;
}
