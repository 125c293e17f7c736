import { z } from "zod";

const batchResultSchema = z.object({
  status: z.int(),
  id: z.string().optional(),
  object: z.looseObject({ name: z.string(), federatedId: z.string(), version: z.int() }).partial().optional(),
  problem: z.looseObject({ code: z.string(), detail: z.string() }).partial().optional(),
});

/** The result of one operation of a batch, for any kind. */
export type BatchResult = z.output<typeof batchResultSchema>;

export const batchAnswerSchema = z.object({ results: z.array(batchResultSchema) });
