import { ApiError } from "../../api/api-error.js";

export function fileStoreUnavailable(): ApiError {
  return new ApiError(
    "SERVICE_UNAVAILABLE",
    "The file store cannot be reached. Nothing was changed. Try again shortly.",
  );
}
