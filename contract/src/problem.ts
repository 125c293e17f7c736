import { z } from "zod";

/** One error in a request. The pointer is a JSON pointer into the body, or the name of a parameter. */
export const requestFaultSchema = z
  .object({
    pointer: z.string().describe("A JSON pointer into the body, such as #/name, or the name of a parameter."),
    code: z.string(),
    detail: z.string(),
  })
  .meta({ id: "RequestFault" });

export type RequestFault = z.infer<typeof requestFaultSchema>;

/** RFC 9457, media type application/problem+json. */
export const problemSchema = z
  .looseObject({
    type: z.string().describe("The URL of a page about this code."),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("What happened and what to do."),
    instance: z.string().describe("The path of the request."),
    code: z.string().describe("A stable identifier for programs."),
    requestId: z.string(),
    errors: z.array(requestFaultSchema).optional(),
  })
  .meta({ id: "Problem" });

export type ProblemBody = z.infer<typeof problemSchema>;
