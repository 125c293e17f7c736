import type { DeliveryStatus } from "@weft/contract";

/** A delivery as stored. */
export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly trigger_key: string;
  readonly line: string;
  readonly sequence: number | null;
  readonly status: DeliveryStatus;
  readonly is_test: boolean;
  readonly attempts: number;
  readonly due_on: Date | null;
  readonly answer_status: number | null;
  readonly created_on: Date;
  readonly updated_on: Date;
  readonly ended_on: Date | null;
}

/** With its event. */
export interface DeliveryWithEvent extends DeliveryRow {
  readonly occurred_on: Date;
  readonly entity_type: string | null;
  readonly entity_id: string | null;
  readonly entity_version: number | null;
  readonly document: string;
  readonly org_slug: string;
}

export interface AttemptLogRow {
  readonly number: number;
  readonly started_on: Date;
  readonly duration_ms: number;
  readonly request_headers: Record<string, string>;
  readonly answer_status: number | null;
  readonly answer_headers: Record<string, string> | null;
  readonly answer_body: string | null;
  readonly is_answer_cut: boolean;
  readonly failure: string | null;
}

/** The line of a webhook's tests, which are about no entity. */
export const testLine = "webhook|test";
