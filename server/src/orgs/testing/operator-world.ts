import { shareTestService, type TestAnswer, type TestService } from "../../testing/test-service.ts";

export const operatorToken = "the-token-of-the-operator-of-these-tests";
export const operatorSettings = { WEFT_OPERATOR_TOKEN: operatorToken, WEFT_OUTBOUND_ALLOW: "127.0.0.1/32" };
export const operatorHeaders = { authorization: `Bearer ${operatorToken}` };

/** An org on a shared node with the operator's API, which may call receivers on this machine. */
export function shareOperatorService(): Promise<TestService> {
  return shareTestService(operatorSettings);
}

/** Calls a path below /api/operator as the operator. */
export function operate(service: TestService, method: string, path: string, body?: unknown): Promise<TestAnswer> {
  return service.call(method, `/operator${path}`, { headers: operatorHeaders, body });
}

export async function suspend(service: TestService, slug: string, reason = "A test."): Promise<void> {
  await requireDone(await operate(service, "POST", `/orgs/${slug}/suspend`, { reason }));
}

export async function resume(service: TestService, slug: string): Promise<void> {
  await requireDone(await operate(service, "POST", `/orgs/${slug}/resume`));
}

async function requireDone(answer: TestAnswer): Promise<void> {
  if (answer.status !== 200) {
    throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  }
}
