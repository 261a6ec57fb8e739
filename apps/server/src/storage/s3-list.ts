import { SaxesParser } from "saxes";
import { isObjectKey, type ListedObject, StorageFailure } from "./object-store.js";

export interface ListPage {
  objects: ListedObject[];
  /** Null at the end. */
  next: string | null;
}

/** Reads an answer of ListObjectsV2. */
export function readListPage(xml: string): ListPage {
  const page: ListPage = { objects: [], next: null };
  const path: string[] = [];
  let entry: Record<string, string> = {};
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new StorageFailure(`S3 answered a list that is not XML: ${error.message}`);
  });
  parser.on("opentag", (tag) => path.push(tag.name));
  parser.on("text", (text) => {
    const place = path.join("/");
    if (place.startsWith("ListBucketResult/Contents/")) entry[path[2]!] = (entry[path[2]!] ?? "") + text;
    if (place === "ListBucketResult/NextContinuationToken") page.next = (page.next ?? "") + text;
  });
  parser.on("closetag", () => {
    if (path.join("/") === "ListBucketResult/Contents") {
      const { Key: key = "", Size: size, LastModified: modified } = entry;
      if (isObjectKey(key))
        page.objects.push({ key, size: Number(size), modifiedAt: new Date(modified ?? "") });
      entry = {};
    }
    path.pop();
  });
  parser.write(xml).close();
  return page;
}
