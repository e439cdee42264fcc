// Info tips about the gateway settings.
import { InfoTip } from "../../kit/info-tip";
import { strings } from "./strings";
import styles from "./tips.module.css";

const { changedTools, approval, logValues } = strings;

export const ChangedToolsTip = () => (
  <InfoTip label={changedTools.tip}>
    <div className={styles.tip}>
      <p>{changedTools.about}</p>
      <Case label={changedTools.choices.careful.label} about={changedTools.carefulAbout} />
      <Case label={changedTools.choices.hidden.label} about={changedTools.hiddenAbout} />
    </div>
  </InfoTip>
);

export const ApprovalTip = () => (
  <InfoTip label={approval.tip}>
    <div className={styles.tip}>
      <Case label={approval.here} about={approval.hereAbout} />
      <Case label={approval.clients} about={approval.clientsAbout} />
    </div>
  </InfoTip>
);

export const LogValuesTip = () => (
  <InfoTip label={logValues.tip}>
    <div className={styles.tip}>
      <Case label={logValues.offLabel} about={logValues.offAbout} />
      <Case label={logValues.onLabel} about={logValues.onAbout} />
    </div>
  </InfoTip>
);

const Case = ({ label, about }: { label: string; about: string }) => (
  <p>
    <b>{label}:</b> {about}
  </p>
);
