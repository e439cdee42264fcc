// Inactive profiles, each with its number of passed checks. A click activates a profile.
import type { ProfileReadiness } from "../../backend";
import { clip } from "../../shared/clip";
import { asPlainString } from "../../shared/hidden-characters";
import { Section } from "../../shared/section";
import { ServerText } from "../../shared/server-text";
import { Meter } from "./meter";
import { useSetProfile } from "./use-set-profile";
import { strings } from "./strings";
import styles from "./readiness.module.css";

export function OtherProfiles({ profiles, readOnly }: { profiles: readonly ProfileReadiness[]; readOnly: boolean }) {
  const setProfile = useSetProfile();
  return (
    <Section title={strings.readiness.otherProfiles}>
      <ul className={styles.others}>
        {profiles.map(({ profile, description, passed, checks }) => (
          <li key={profile}>
            <button type="button" disabled={readOnly} title={asPlainString(clip(description, 400))} onClick={() => setProfile(profile)}>
              <ServerText text={clip(profile, 80)} limit={1} />
              <Meter passed={passed} of={checks.length} />
              <span className={styles.count}>{strings.readiness.passedOf(passed, checks.length)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
