// Whom the business serves: a list, and for each their file with what they booked, ordered and earned.
import { Button, Modal, NumberInput, Skeleton, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { post, request } from "../api/client";
import { useFormats, useLanguage, useWords } from "../i18n/language";
import { DataTable, type Column } from "../parts/DataTable";
import { useProblemText } from "../parts/problem";
import { Failure } from "../parts/State";
import { useAddress } from "../parts/useAddress";
import { When } from "../parts/When";
import { partsWords } from "../parts/words";
import { useMay } from "../shell/account";
import { dateOf, timeOf } from "./calendar/layout";
import { NewCustomer } from "./counter/NewCustomer";
import classes from "./Desk.module.css";
import { History } from "./History";
import { money } from "./money";
import { useCustomer, useCustomers } from "./queries";
import type { Customer, CustomerFile } from "./types";
import { useTellDone } from "./useUndo";
import { deskWords } from "./words";

export function CustomersView() {
  const words = useWords(deskWords);
  const formats = useFormats();
  const [read, write] = useAddress();
  const [typed, setTyped] = useState(read("q"));
  const [wanted] = useDebouncedValue(typed, 200);
  const customers = useCustomers(wanted);
  const opened = read("open");
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const columns: Column<Customer>[] = [
    {
      key: "name",
      label: words.name,
      value: (one) => one.name ?? "",
      show: (one) => (
        <button type="button" className={classes.link} onClick={() => write({ open: one.id })}>
          {one.name ?? words.unknown}
        </button>
      ),
    },
    { key: "phone", label: words.phone, value: (one) => one.phone ?? "" },
    { key: "email", label: words.email, value: (one) => one.email ?? "", isMinor: true },
    { key: "tokens", label: words.tokens, value: (one) => one.tokens, show: (one) => formats.number(one.tokens), align: "right" },
    { key: "seen", label: words.lastSeen, value: (one) => one.updatedAt, show: (one) => <When at={one.updatedAt} />, isMinor: true },
  ];
  return (
    <>
      <div className={classes.toolbar}>
        <p className={`${classes.soft} ${classes.grow}`}>{words.customersIntro}</p>
        {may("desk:work") && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {words.counter.newCustomer}
          </Button>
        )}
      </div>
      {customers.isPending && <Skeleton height={240} radius="lg" />}
      {customers.error && <Failure error={customers.error} retry={() => void customers.refetch()} />}
      {customers.data && (
        <DataTable
          name="customers"
          label={words.customers}
          columns={columns}
          rows={customers.data.items}
          rowKey={(one) => one.id}
          toolbar={
            <TextInput
              leftSection={<IconSearch size={15} />}
              aria-label={words.search}
              placeholder={words.search}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                write({ q: event.currentTarget.value });
              }}
            />
          }
        />
      )}
      {customers.data?.items.length === 0 && <p className={classes.soft}>{words.noCustomers}</p>}
      {isAdding && (
        <NewCustomer
          close={() => setAdding(false)}
          open={(id) => {
            setAdding(false);
            write({ open: id });
          }}
        />
      )}
      {opened && <CustomerDialog id={opened} close={() => write({ open: "" })} />}
    </>
  );
}

function CustomerDialog({ id, close }: { id: string; close: () => void }) {
  const words = useWords(deskWords);
  const parts = useWords(partsWords);
  const may = useMay();
  const file = useCustomer(id);
  return (
    <Modal opened onClose={close} size="xl" title={file.data?.customer.name ?? words.customer} closeButtonProps={{ "aria-label": parts.close }}>
      {file.isPending && <Skeleton height={260} radius="md" />}
      {file.error && <Failure error={file.error} retry={() => void file.refetch()} />}
      {file.data && (
        <>
          <Contact key={file.data.customer.updatedAt} customer={file.data.customer} mayEdit={may("desk:work")} />
          <Booked file={file.data} />
          <Ledger file={file.data} mayAdjust={may("desk:work")} />
          {file.data.history.length > 0 && <History changes={file.data.history} />}
        </>
      )}
    </Modal>
  );
}

function Contact({ customer, mayEdit }: { customer: Customer; mayEdit: boolean }) {
  const words = useWords(deskWords);
  const told = useProblemText();
  const tellDone = useTellDone();
  const saving = useMutation({
    mutationFn: (form: FormData) =>
      request<{ change: string }>("PUT", `/api/desk/customers/${customer.id}`, {
        body: Object.fromEntries(["name", "phone", "email", "notes"].map((name) => [name, String(form.get(name) ?? "")])),
        headers: { "if-match": `"${customer.updatedAt}"` },
      }),
    onSuccess: (done) => tellDone(words.saved, done.change),
  });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    saving.mutate(new FormData(event.currentTarget));
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div className={classes.pair}>
          <TextInput name="name" label={words.name} defaultValue={customer.name ?? ""} readOnly={!mayEdit} maxLength={200} />
          <TextInput name="phone" type="tel" label={words.phone} defaultValue={customer.phone ?? ""} readOnly={!mayEdit} maxLength={40} />
          <TextInput name="email" type="email" label={words.email} defaultValue={customer.email ?? ""} readOnly={!mayEdit} maxLength={200} />
        </div>
        <Textarea name="notes" label={words.counter.staffNotes} description={words.counter.staffNotesHint} defaultValue={customer.notes ?? ""} readOnly={!mayEdit} maxLength={500} autosize minRows={1} />
        {mayEdit && (
          <div>
            <Button type="submit" variant="default" loading={saving.isPending}>
              {words.save}
            </Button>
          </div>
        )}
        {saving.error && (
          <Text role="alert" c="red">
            {told(saving.error)}
          </Text>
        )}
      </Stack>
    </form>
  );
}

function Booked({ file }: { file: CustomerFile }) {
  const words = useWords(deskWords);
  const formats = useFormats();
  const { language } = useLanguage();
  return (
    <>
      <h3 className={classes.heading}>{words.appointments}</h3>
      {file.appointments.length === 0 && <p className={classes.soft}>{words.none}</p>}
      <ul className={classes.lines}>
        {file.appointments.map((one) => (
          <li key={one.id}>
            <Link className={classes.link ?? ""} href={`/desk/calendar?day=${dateOf(one.localStart)}&open=${one.id}`}>
              {formats.day(dateOf(one.localStart))}, {timeOf(one.localStart)}
            </Link>
            <span>{one.serviceName}</span>
            <span className={classes.soft}>{one.staffName ?? one.branchName}</span>
            <span className={classes.space} />
            <span className={classes.state} data-status={one.status}>
              {words.statuses[one.status as keyof typeof words.statuses]}
            </span>
          </li>
        ))}
      </ul>
      {file.orders.length > 0 && (
        <>
          <h3 className={classes.heading}>{words.orders}</h3>
          <ul className={classes.lines}>
            {file.orders.map((order) => (
              <li key={order.id}>
                <When at={order.createdAt} />
                <span className={classes.soft}>{order.lines.map((line) => `${line.quantity} × ${line.name}`).join(", ")}</span>
                <span className={classes.space} />
                <span className={classes.number}>{money(order.total, order.currency, language)}</span>
                <span className={classes.state}>{words.stages[order.status as keyof typeof words.stages]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Ledger({ file, mayAdjust }: { file: CustomerFile; mayAdjust: boolean }) {
  const words = useWords(deskWords);
  const formats = useFormats();
  const told = useProblemText();
  const tellDone = useTellDone();
  const [tokens, setTokens] = useState<string | number>("");
  const [reason, setReason] = useState("");
  // Sent again after a broken connection, it is the same tokens; what is typed anew is others.
  const key = useRef(crypto.randomUUID());
  const anew = <T,>(set: (value: T) => void) => (value: T) => {
    key.current = crypto.randomUUID();
    set(value);
  };
  const adjusting = useMutation({
    mutationFn: () =>
      post<{ customer: Customer; change: string }>(`/api/desk/customers/${file.customer.id}/tokens`, { tokens: Number(tokens), reason }, { idempotencyKey: key.current }),
    onSuccess: (done) => {
      tellDone(words.adjusted(done.customer.tokens), done.change);
      anew(setTokens)("");
      setReason("");
    },
  });
  return (
    <section aria-label={words.ledger}>
      <h3 className={classes.heading}>
        {words.ledger} · <span className={classes.number}>{formats.number(file.customer.tokens)}</span>
      </h3>
      {file.ledger.length === 0 && <p className={classes.soft}>{words.noLedger}</p>}
      <ul className={classes.lines}>
        {file.ledger.map((entry, place) => (
          <li key={place}>
            <strong className={`${classes.number} ${entry.tokens < 0 ? classes.bad : ""}`}>{entry.tokens > 0 ? `+${formats.number(entry.tokens)}` : formats.number(entry.tokens)}</strong>
            <span>{words.reasons[entry.reason as keyof typeof words.reasons] ?? entry.reason}</span>
            {entry.note && <span className={classes.soft}>{entry.note}</span>}
            <span className={classes.space} />
            <span className={classes.soft}>
              <When at={entry.at} />
            </span>
          </li>
        ))}
      </ul>
      {mayAdjust && (
        <form
          className={classes.row}
          onSubmit={(event) => {
            event.preventDefault();
            adjusting.mutate();
          }}
        >
          <NumberInput label={words.amount} description={words.amountHint} value={tokens} onChange={anew(setTokens)} allowDecimal={false} min={-1_000_000} max={1_000_000} hideControls required withAsterisk={false} />
          <TextInput className={classes.grow ?? ""} label={words.reason} value={reason} onChange={(event) => anew(setReason)(event.currentTarget.value)} maxLength={200} required withAsterisk={false} />
          <Button type="submit" variant="default" loading={adjusting.isPending}>
            {words.adjust}
          </Button>
        </form>
      )}
      {adjusting.error && (
        <Text role="alert" c="red">
          {told(adjusting.error)}
        </Text>
      )}
    </section>
  );
}
