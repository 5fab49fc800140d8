import "../theme/more.css";
import { Anchor, Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { get, holdApiKey, post, rememberCsrfToken } from "../api/client";
import { KEYS } from "../api/queries";
import type { Account } from "../api/types";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { Door } from "./Door";
import classes from "./Door.module.css";
import { shellWords } from "./words";

type Way = "password" | "key";

async function enter(way: Way, form: FormData): Promise<Account> {
  const text = (name: string) => String(form.get(name) ?? "");
  if (way === "password") {
    holdApiKey(null);
    const tenant = text("tenant");
    await post("/api/auth/login", { email: text("email"), password: text("password"), ...(tenant ? { tenant } : {}) });
  } else {
    holdApiKey(text("key").trim());
  }
  try {
    const account = await get<Account>("/api/auth/me");
    rememberCsrfToken(account.csrfToken);
    return account;
  } catch (error) {
    holdApiKey(null);
    throw error;
  }
}

export default function SignIn() {
  const words = useWords(shellWords);
  const told = useProblemText();
  const queries = useQueryClient();
  const [way, setWay] = useState<Way>("password");
  const entering = useMutation({
    mutationFn: (form: FormData) => enter(way, form),
    onSuccess: (account) => queries.setQueryData(KEYS.account, account),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    entering.mutate(new FormData(event.currentTarget));
  }
  return (
    <Door title={words.name} intro={words.signInIntro}>
      <form className={classes.form} onSubmit={submit}>
        {way === "password" ? (
          <>
            <TextInput name="email" type="email" label={words.email} autoComplete="username" required withAsterisk={false} autoFocus />
            <PasswordInput visibilityToggleButtonProps={{ "aria-label": words.showPassword }} name="password" label={words.password} autoComplete="current-password" required withAsterisk={false} />
            <TextInput name="tenant" label={words.tenant} description={words.tenantHint} autoComplete="organization" />
          </>
        ) : (
          <PasswordInput visibilityToggleButtonProps={{ "aria-label": words.showPassword }} name="key" label={words.key} description={words.keyHint} placeholder="csk_…" required withAsterisk={false} autoComplete="off" autoFocus />
        )}
        {entering.error && (
          <div className={classes.problem} role="alert">
            {told(entering.error)}
          </div>
        )}
        <Button type="submit" loading={entering.isPending} size="md">
          {words.signIn}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="center"
          onClick={() => {
            entering.reset();
            setWay(way === "password" ? "key" : "password");
          }}
        >
          {way === "password" ? words.withKey : words.withPassword}
        </Anchor>
      </form>
      <p className={classes.foot}>{words.firstTime}</p>
    </Door>
  );
}
