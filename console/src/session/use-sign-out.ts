import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { notifyError } from "../ui/notify.ts";
import { forgetIdentity } from "./remembered.ts";
import { useWeft } from "./session.ts";

/** Ends the session, and deletes everything that was read with it. */
export function useSignOut(): () => void {
  const weft = useWeft();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => weft.call("logout"),
    onError: notifyError,
    onSuccess: async () => {
      forgetIdentity();
      await navigate({ to: "/sign-in" });
      queryClient.clear();
    },
  });
  return () => signOut.mutate();
}
