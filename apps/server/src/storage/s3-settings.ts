export interface S3Settings {
  /** As `https://s3.eu-central-1.amazonaws.com`, without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  /** True puts the bucket into the path, as most servers other than Amazon's want it; false before the host. */
  pathStyle: boolean;
}

/** The URL under which the bucket's objects are, without a slash at its end. */
export function bucketUrl({ endpoint, bucket, pathStyle }: S3Settings): string {
  const url = new URL(endpoint);
  if (pathStyle) url.pathname = `${url.pathname.replace(/\/$/, "")}/${bucket}`;
  else url.host = `${bucket}.${url.host}`;
  return url.href.replace(/\/$/, "");
}
