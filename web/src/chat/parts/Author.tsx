import { useNames } from "../../api/names";
import { Face } from "../../parts/Face";
import classes from "./Author.module.css";

/** Above what somebody answers. Who it is may not be decided yet: then their place is there. */
export function Author({ agent }: { agent: string | null }) {
  const names = useNames();
  const assistant = agent ? names.whose(agent) : null;
  return (
    <p className={classes.author}>
      <Face of={agent ? (assistant ?? { name: agent, title: names.agent(agent), picture: "" }) : null} size="small" />
      {agent && <span title={agent}>{names.agent(agent)}</span>}
    </p>
  );
}
