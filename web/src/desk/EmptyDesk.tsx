import { Button } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { post } from "../api/client";
import { KEYS, useRefresh as useForget } from "../api/queries";
import { useWords } from "../i18n/language";
import { useProblemText } from "../parts/problem";
import { Empty } from "../parts/State";
import { toast } from "../parts/Toasts";
import { useMay } from "../shell/account";
import classes from "./Desk.module.css";
import { useRefresh } from "./queries";
import { deskWords } from "./words";

const DEMOS = ["dental", "medical", "restaurant"] as const;

/** One of the invented businesses, with one click. */
export function EmptyDesk() {
  const words = useWords(deskWords);
  const told = useProblemText();
  const may = useMay();
  const refresh = useRefresh();
  const forget = useForget();
  const importing = useMutation({
    mutationFn: (name: (typeof DEMOS)[number]) => post<{ name: string }>("/api/desk/demos", { name }),
    onSuccess: (taken) => {
      toast(words.imported(taken.name));
      // The front desk has somebody to answer for now.
      forget(KEYS.assistants);
      return refresh();
    },
    onError: (error) => toast(told(error), "problem"),
  });
  if (!may("assistants:manage")) return <Empty icon={<IconBuildingStore size={34} stroke={1.4} />} title={words.emptyTitle} text={words.emptyAsk} />;
  return (
    <>
      <Empty icon={<IconBuildingStore size={34} stroke={1.4} />} title={words.emptyTitle} text={words.emptyText} />
      <div className={classes.demos}>
        {DEMOS.map((name) => (
          <Button
            key={name}
            variant="default"
            size="lg"
            className={classes.demo ?? ""}
            disabled={importing.isPending}
            loading={importing.isPending && importing.variables === name}
            onClick={() => importing.mutate(name)}
          >
            <span className={classes.demoText}>
              <strong>{words.demos[name]}</strong>
              <span>{words.demoHints[name]}</span>
            </span>
          </Button>
        ))}
      </div>
    </>
  );
}
