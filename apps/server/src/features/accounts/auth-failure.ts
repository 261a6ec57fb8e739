import { z } from "zod";
import { ApiError, badRequest } from "../../api/api-error.js";

const bodySchema = z.object({ code: z.string().optional(), message: z.string().optional() });

/** What the library's codes mean to the person, and which field of the request they are about. */
const words: Record<string, { message: string; path?: string }> = {
  INVALID_EMAIL_OR_PASSWORD: { message: "No account has this e-mail address and password." },
  INVALID_TOKEN: {
    path: "token",
    message: "The link was used already or is older than an hour. Ask for a new one.",
  },
  INVALID_PASSWORD: { path: "currentPassword", message: "This is not the present password." },
  FAILED_TO_CREATE_USER: { message: "The account could not be made. Try again, or sign in." },
  MISSING_OR_NULL_ORIGIN: {
    message:
      "A request with a session's cookie has to say where it comes from. Send the `origin` header with the origin of this service.",
  },
};

/** Says what better-auth refused in the error body that all our answers have. `data.reason` is its own code. */
export async function authFailure(response: Response): Promise<ApiError> {
  const parsed = bodySchema.safeParse(await response.json().catch(() => null));
  const reason = parsed.data?.code;
  const known = reason === undefined ? undefined : words[reason];
  const message = known?.message ?? parsed.data?.message;
  const data = reason === undefined ? undefined : { reason };
  switch (response.status) {
    case 400: {
      const refusal = badRequest([
        { path: known?.path ?? "", message: message ?? "The request is not valid." },
      ]);
      return new ApiError("BAD_REQUEST", refusal.message, { ...refusal.data, ...data });
    }
    case 401:
      return new ApiError("UNAUTHORIZED", known?.message ?? "Sign in first.", data);
    case 403:
      return new ApiError("FORBIDDEN", message, data);
    case 409:
    case 422:
      return new ApiError("CONFLICT", message, data);
    case 429:
      return new ApiError(
        "RATE_LIMITED",
        "Too many attempts from your address. Wait a minute and try again.",
      );
    default:
      return new ApiError("INTERNAL_SERVER_ERROR");
  }
}
