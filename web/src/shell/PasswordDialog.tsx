import "../theme/more.css";
import { Button, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { post } from "../api/client";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { toast } from "../parts/Toasts";
import { partsWords } from "../parts/words";
import { fieldOf, mistakeIn, SHORTEST, type PasswordField } from "./password";
import { shellWords } from "./words";

const FIELDS: { name: PasswordField; autoComplete: string }[] = [
  { name: "current", autoComplete: "current-password" },
  { name: "fresh", autoComplete: "new-password" },
  { name: "again", autoComplete: "new-password" },
];

export default function PasswordDialog({ close }: { close: () => void }) {
  const words = useWords(shellWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const [values, setValues] = useState<Record<PasswordField, string>>({ current: "", fresh: "", again: "" });
  const [mistake, setMistake] = useState<ReturnType<typeof mistakeIn>>(null);
  const changing = useMutation({
    mutationFn: () => post("/api/account/password", { currentPassword: values.current, newPassword: values.fresh }),
    onSuccess: () => {
      toast(words.passwordChanged);
      close();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    changing.reset();
    const found = mistakeIn(values);
    setMistake(found);
    if (!found) changing.mutate();
  }
  const refusedAt = changing.error ? fieldOf(changing.error) : null;
  const errorAt = (name: PasswordField): string | null => {
    if (mistake?.field === name) return words.passwordMistakes[mistake.why];
    return changing.error && refusedAt === name ? told(changing.error) : null;
  };
  return (
    <Modal opened onClose={close} title={words.changePassword} closeButtonProps={{ "aria-label": parts.close }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {FIELDS.map(({ name, autoComplete }) => (
            <PasswordInput
              key={name}
              name={name}
              label={words.passwords[name]}
              description={name === "fresh" ? words.passwordRule : undefined}
              autoComplete={autoComplete}
              minLength={name === "current" ? undefined : SHORTEST}
              maxLength={1024}
              required
              withAsterisk={false}
              visibilityToggleButtonProps={{ "aria-label": words.showPassword }}
              value={values[name]}
              error={errorAt(name)}
              aria-invalid={errorAt(name) !== null}
              onChange={(event) => {
                setValues({ ...values, [name]: event.currentTarget.value });
                setMistake(null);
              }}
              {...(name === "current" ? { "data-autofocus": true } : {})}
            />
          ))}
          {changing.error && refusedAt === null && (
            <Text role="alert" c="red">
              {told(changing.error)}
            </Text>
          )}
          <Button type="submit" loading={changing.isPending}>
            {words.changePassword}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
