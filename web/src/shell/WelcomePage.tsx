// Where a one-time link leads: choose a password, and be signed in.
import "../theme/more.css";
import { Anchor, Button, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { holdApiKey, post } from "../api/client";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { Door } from "./Door";
import classes from "./Door.module.css";
import { shellWords } from "./words";

export default function WelcomePage() {
  const words = useWords(shellWords);
  const told = useProblemText();
  // After the # so that it is in no log; taken out of the address once it is read.
  const [token] = useState(() => location.hash.slice(1));
  const redeeming = useMutation({
    mutationFn: (password: string) => {
      holdApiKey(null);
      return post("/api/auth/link", { token, password });
    },
    // A whole load, so that nothing of another login is left.
    onSuccess: () => location.replace("/chat"),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    redeeming.mutate(String(new FormData(event.currentTarget).get("password")));
  }
  if (!token) {
    return (
      <Door title={words.welcome} intro={words.linkMissing}>
        <p className={classes.foot}>
          <Anchor href="/chat">{words.toSignIn}</Anchor>
        </p>
      </Door>
    );
  }
  return (
    <Door title={words.welcome} intro={words.welcomeIntro}>
      <form className={classes.form} onSubmit={submit}>
        <PasswordInput
          visibilityToggleButtonProps={{ "aria-label": words.showPassword }}
          name="password"
          label={words.password}
          description={words.passwordRule}
          autoComplete="new-password"
          minLength={10}
          maxLength={1024}
          required
          withAsterisk={false}
          autoFocus
        />
        {redeeming.error && (
          <div className={classes.problem} role="alert">
            {told(redeeming.error)}
          </div>
        )}
        <Button type="submit" size="md" loading={redeeming.isPending || redeeming.isSuccess}>
          {words.setPassword}
        </Button>
      </form>
    </Door>
  );
}
