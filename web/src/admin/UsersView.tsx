import { ActionIcon, Button, Menu, Modal, PasswordInput, Select, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconDots, IconUserPlus } from "@tabler/icons-react";
import { useState, type FormEvent } from "react";
import { get, post, request } from "../api/client";
import { KEYS } from "../api/queries";
import type { OneTimeLink, Paged, User } from "../api/types";
import { useWords } from "../i18n/language";
import { useConfirm } from "../parts/confirm";
import { CopyButton } from "../parts/CopyButton";
import { DataTable, type Column } from "../parts/DataTable";
import { useProblemText } from "../parts/problem";
import { Failure } from "../parts/State";
import { toast } from "../parts/Toasts";
import { When } from "../parts/When";
import { partsWords } from "../parts/words";
import { useAccount, useMay } from "../shell/account";
import classes from "../operate/Operate.module.css";
import own from "./UsersView.module.css";
import { adminWords } from "./words";

const ROLES = ["owner", "admin", "agent", "member"] as const;
type Role = (typeof ROLES)[number];

export function UsersView() {
  const words = useWords(adminWords);
  const told = useProblemText();
  const may = useMay();
  const { user: self } = useAccount();
  const [isAdding, setAdding] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const [dialog, ask] = useConfirm();
  const users = useQuery({ queryKey: KEYS.users, queryFn: ({ signal }) => get<Paged<User>>("/api/users", signal) });
  const changing = useMutation({
    mutationFn: ({ id, ...body }: { id: string; role?: Role; disabled?: boolean }) => request("PATCH", `/api/users/${id}`, { body }),
    onSuccess: () => void users.refetch(),
    onError: (error) => toast(told(error), "problem"),
  });

  async function makeLink(user: User) {
    try {
      const made = await post<OneTimeLink>(`/api/users/${user.id}/link`);
      setLink(made.url);
    } catch (error) {
      toast(told(error), "problem");
    }
  }

  if (users.isPending) return <Skeleton height={240} radius="lg" />;
  if (users.error) return <Failure error={users.error} retry={() => void users.refetch()} />;
  const mayManage = may("users:manage");
  const columns: Column<User>[] = [
    {
      key: "name",
      label: words.name,
      value: (user) => user.name,
      show: (user) => (
        <>
          <strong>{user.name}</strong>
          {user.id === self.id && <span className={classes.soft}> ({words.you})</span>}
          <div className={`${classes.soft} ${own.email}`}>{user.email}</div>
          {user.disabledAt && <div className={`${classes.bad} ${own.small}`}>{words.blocked}</div>}
        </>
      ),
    },
    {
      key: "role",
      label: words.role,
      value: (user) => user.role,
      show: (user) =>
        mayManage ? (
          <Select
            size="xs"
            className={own.role ?? ""}
            aria-label={`${words.role}: ${user.name}`}
            allowDeselect={false}
            value={user.role}
            onChange={(value) => changing.mutate({ id: user.id, role: value as Role })}
            data={ROLES.map((value) => ({ value, label: words.roles[value] }))}
          />
        ) : (
          words.roles[user.role as Role]
        ),
    },
    {
      key: "status",
      label: words.status,
      value: (user) => (user.disabledAt ? 1 : 0),
      show: (user) => (
        <span className={classes.state} data-state={user.disabledAt ? "dead" : "done"}>
          {user.disabledAt ? words.blocked : words.active}
        </span>
      ),
      isMinor: true,
    },
    { key: "since", label: words.since, value: (user) => user.createdAt, show: (user) => <When at={user.createdAt} />, isMinor: true },
  ];
  return (
    <>
      <p className={classes.intro}>{words.usersIntro}</p>
      <DataTable
        name="people"
        label={words.users}
        columns={columns}
        rows={users.data.items}
        rowKey={(user) => user.id}
        toolbar={
          mayManage && (
            <Button leftSection={<IconUserPlus size={16} />} onClick={() => setAdding(true)}>
              {words.invite}
            </Button>
          )
        }
        {...(mayManage
          ? {
              actions: (user: User) => (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <ActionIcon aria-label={words.options(user.name)}>
                      <IconDots size={17} />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => void makeLink(user)}>{words.link}</Menu.Item>
                    {user.disabledAt ? (
                      <Menu.Item onClick={() => changing.mutate({ id: user.id, disabled: false })}>{words.unblock}</Menu.Item>
                    ) : (
                      <Menu.Item
                        color="red"
                        disabled={user.id === self.id}
                        onClick={() => ask({ title: words.blockTitle(user.name), text: words.blockText, yes: words.block, act: () => changing.mutate({ id: user.id, disabled: true }) })}
                      >
                        {words.block}
                      </Menu.Item>
                    )}
                  </Menu.Dropdown>
                </Menu>
              ),
            }
          : {})}
      />
      {dialog}
      {link && <LinkDialog link={link} close={() => setLink(null)} />}
      {isAdding && (
        <AddUser
          close={() => setAdding(false)}
          added={(user, hasPassword) => {
            setAdding(false);
            toast(words.added(user.email));
            void users.refetch();
            if (!hasPassword) void makeLink(user);
          }}
        />
      )}
    </>
  );
}

function LinkDialog({ link, close }: { link: string; close: () => void }) {
  const words = useWords(adminWords);
  const parts = useWords(partsWords);
  return (
    <Modal opened onClose={close} title={words.link} closeButtonProps={{ "aria-label": parts.close }}>
      <Text mb="sm">{words.linkShown}</Text>
      <TextInput readOnly value={link} aria-label={words.link} rightSection={<CopyButton text={link} />} data-autofocus />
    </Modal>
  );
}

function AddUser({ close, added }: { close: () => void; added: (user: User, hasPassword: boolean) => void }) {
  const words = useWords(adminWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const [role, setRole] = useState<Role>("member");
  const adding = useMutation({
    mutationFn: (form: FormData) => {
      const password = String(form.get("password") ?? "");
      const body = { email: String(form.get("email")), name: String(form.get("name")), role, ...(password ? { password } : {}) };
      return post<User>("/api/users", body).then((user) => added(user, password !== ""));
    },
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    adding.mutate(new FormData(event.currentTarget));
  }
  return (
    <Modal opened onClose={close} title={words.invite} closeButtonProps={{ "aria-label": parts.close }}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput name="name" label={words.name} required withAsterisk={false} maxLength={200} data-autofocus />
          <TextInput name="email" type="email" label={words.email} required withAsterisk={false} autoComplete="off" />
          <Select label={words.role} description={words.roleHints[role]} allowDeselect={false} value={role} onChange={(value) => setRole(value as Role)} data={ROLES.map((value) => ({ value, label: words.roles[value] }))} />
          <PasswordInput name="password" label={words.password} description={words.passwordHint} minLength={10} autoComplete="new-password" />
          {adding.error && (
            <Text role="alert" c="red">
              {told(adding.error)}
            </Text>
          )}
          <Button type="submit" loading={adding.isPending}>
            {words.add}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
