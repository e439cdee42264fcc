// Info tips about the gateway settings.
import { InfoTip } from "../../kit/info-tip";
import styles from "./tips.module.css";

export const ChangedTip = () => (
  <InfoTip label="What happens to changed tools">
    <div className={styles.tip}>
      <p>A tool that its server changed after somebody reviewed it or decided about it, until it is reviewed again.</p>
      <p>
        <b>Serve carefully:</b> it is offered, but neither what the server says now nor a decision from before loosens
        anything: only careful hints are passed on.
      </p>
      <p>
        <b>Hold until reviewed:</b> it is not offered. A call of it is answered as if there were no such tool, and its
        server never hears of it.
      </p>
    </div>
  </InfoTip>
);

export const AsksTip = () => (
  <InfoTip label="Who asks about calls">
    <div className={styles.tip}>
      <p>
        <b>Asked about here:</b> a call that needs a yes, by the hints, by the mode of its tool and by the preferences,
        waits until somebody answers in this window. When nobody does in time, it is denied.
      </p>
      <p>
        <b>Clients ask themselves:</b> every call is passed on, and asking is left to the client. Only tools whose mode is
        Block are refused.
      </p>
    </div>
  </InfoTip>
);

export const ValuesTip = () => (
  <InfoTip label="What is written down of arguments">
    <div className={styles.tip}>
      <p>
        <b>Off:</b> of each argument its name and its kind are written down, never its value.
      </p>
      <p>
        <b>On:</b> the values too, from now on. They may hold passwords, letters and other secrets, and stand in the
        store and in its backups until the log is cleared.
      </p>
    </div>
  </InfoTip>
);
