import { Anchor, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconMoodSmile } from "@tabler/icons-react";
import { Link } from "wouter";
import { get, post } from "../api/client";
import { KEYS, useRefresh } from "../api/queries";
import type { Approval, Paged } from "../api/types";
import type { ApprovalPart } from "../chat/log/turns";
import { ApprovalCard } from "../chat/parts/ApprovalCard";
import { useWords } from "../i18n/language";
import { Empty, Failure, ToChat } from "../parts/State";
import { When } from "../parts/When";
import { useMay } from "../shell/account";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

function partOf(approval: Approval): ApprovalPart {
  return {
    kind: "approval",
    id: approval.id,
    toolName: approval.toolName,
    args: approval.args,
    expiresAt: approval.expiresAt,
    resolution: null,
  };
}

export function ApprovalsView() {
  const words = useWords(operateWords);
  const may = useMay();
  const refresh = useRefresh();
  const approvals = useQuery({
    queryKey: KEYS.approvals,
    queryFn: ({ signal }) => get<Paged<Approval>>("/api/approvals?limit=100", signal),
    refetchInterval: 5000,
  });
  if (approvals.isPending) return <Skeleton height={200} radius="lg" />;
  if (approvals.error && !approvals.data) return <Failure error={approvals.error} retry={() => void approvals.refetch()} />;
  if (approvals.data.items.length === 0) return <Empty icon={<IconMoodSmile size={26} />} title={words.nobodyWaits} text={words.nobodyWaitsText} action={<ToChat />} />;
  return (
    <>
      <p className={classes.intro}>{words.waitingIntro}</p>
      <div className={classes.inbox}>
        {approvals.data.items.map((approval) => (
          <div key={approval.id} data-testid="waiting">
            <ApprovalCard
              approval={partOf(approval)}
              mayDecide={may("sessions:write")}
              mayEdit={may("approvals:edit")}
              decide={async (decision, editedArgs, reason) => {
                await post(`/api/approvals/${approval.id}/respond`, { decision, ...(editedArgs === undefined ? {} : { editedArgs }), ...(reason ? { reason } : {}) });
                refresh(KEYS.approvals);
              }}
            />
            <span className={classes.soft}>
              <When at={approval.createdAt} /> ·{" "}
              {/* The chat itself opens for its own person only. */}
              <Anchor component={Link} href={may("audit:read") ? `/operate/sessions/${approval.sessionId}` : `/chat/${approval.sessionId}`} size="sm">
                {may("audit:read") ? words.openRecord : words.openChat}
              </Anchor>
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
