//! The verbs of [`super::verbs`]: every English verb that the name of a tool may begin with, by its action.
//!
//! A verb is in a list because of its meaning, whether a known server uses it or not.

use super::action::Action;

/// Verbs that are hardly ever nouns, in the base form that tool names use.
pub(super) const UNAMBIGUOUS_VERBS: [(Action, &str); 25] = [
    (Action::Upsert, "upsert"),
    (Action::Save, "persist save"),
    (Action::Edit, "alter amend autofix edit modify refactor reformat remediate repair revise reword"),
    (
        Action::Spend,
        "borrow buy donate invest lend liquidate pay purchase redeem reimburse repay sell spend stake \
         swap unstake wager withdraw",
    ),
    (
        Action::Start,
        "authenticate begin boot connect import initiate kickoff launch login logon reconnect relaunch \
         rerun resync retry signin start summon sync synchronize trigger upload wake",
    ),
    (Action::Rotate, "regenerate reissue rekey rotate"),
    (
        Action::Read,
        "advise aggregate analyse analyze ascertain ask assess autocomplete await brainstorm browse \
         can classify compare consult contrast corroborate critique crosscheck debug deliberate \
         demystify describe detect determine df diagnose disambiguate discover display dissect du \
         elaborate elucidate enumerate examine explain explore fetch find gather get grep has ideate \
         identify inquire inspect interpret interrogate introspect investigate is listen lookup ls \
         measure netstat nslookup observe paginate peek ping ponder precheck preflight prioritise \
         proofread ps pwd rank read recall recommend retrieve scrutinize show speculate suggest \
         summarise summarize survey tabulate tail think traceroute troubleshoot understand validate \
         verify visualise visualize wait whoami whois ",
    ),
    (Action::Export, "download export"),
    (
        Action::Compute,
        "beautify calculate convert decode decompile decrypt demangle deobfuscate deserialize detokenize \
         disassemble divide encode estimate extract factorize geocode infer interpolate intersect invert \
         linearize lint minify multiply normalise normalize obfuscate paraphrase parse plot pluralize \
         predict prettify recognise recognize render rephrase rerank sanitise sanitize serialize \
         simplify slugify spellcheck stringify subtract tokenise tokenize transcribe translate \
         transliterate triangulate unescape",
    ),
    (Action::Generate, "autogenerate capture compose generate illustrate imagine synthesize"),
    (
        Action::Create,
        "add allocate attach bookmark bootstrap clone construct cp create curate define duplicate \
         enqueue ensure erect establish handoff init initialize inject insert instantiate make memorize \
         mint mkdir onboard originate paste produce propose provision register remember replicate \
         reserve scaffold spawn splice unzip",
    ),
    (
        Action::Update,
        "override accept acknowledge adjust adopt align allowlist annotate apply assign associate authorize bind \
         blacklist categorise categorize chmod chown colorize complete configure crop customize decline \
         defer delegate demote deny denylist designate dismiss downvote elevate enforce enrich enroll \
         escalate extend finalize finish follow freeze fulfil fulfill hide indent install mark maximize \
         minimize mount mute nominate personalize pin populate postpone prefer prioritize \
         promote protect rearrange reassign reauthorize rebalance recalculate recolor recompute \
         reconcile reconfigure redefine redirect refresh reject relabel reload remap rename renew reopen \
         reorder reparent reparse reposition reprioritize reschedule resequence resize restore restyle \
         retag retarget retitle retype revert scale setup snooze sort standardize stylize subscribe \
         supersede trim tune unarchive unassign unban unbind unblock uncomplete undelete unfollow \
         unfreeze ungroup unhide unlike unlist unlock unmap unmark unmount unmute unpair unparent unpin \
         unresolve unstage unstar unsubscribe untag unwatch update upvote whitelist",
    ),
    (Action::Append, "append decrease decrement increase increment prepend push"),
    (
        Action::Send,
        "announce broadcast crosspost deliver dispatch invite notify redeliver reinvite remind reply \
         resubmit retweet send submit transmit tweet whisper",
    ),
    (
        Action::Execute,
        "deploy eval exec execute ingest invoke migrate orchestrate perform reboot rebuild recompile \
         redeploy reindex replay reprocess respawn restart rollback run",
    ),
    (
        Action::Operate,
        "click dblclick doubleclick drag emulate goto hover interact keypress longpress mousemove \
         navigate press redo rightclick scroll swipe tap undo",
    ),
    (
        Action::Delete,
        "abandon abort annul ban burn cancel cleanup clear deallocate deauthorize decommission del \
         delete delist demolish deprovision dequeue deregister destroy disassociate disband discard \
         dismantle dispose dissociate drop eject eliminate empty eradicate erase evict expire expunge \
         flush forget garbage gc invalidate kick kill nuke obliterate offboard pop purge reap remove \
         rescind reset retract revoke rm rmdir scrub shred teardown terminate trash truncate undeploy \
         uninstall unlink unpublish unregister unsend unset unshare wipe zap",
    ),
    (
        Action::Stop,
        "cease deactivate detach disable disarm disconnect disengage halt hangup hibernate logoff logout \
         poweroff quarantine quit shutdown signout stop suspend unload",
    ),
    (Action::Overwrite, "downgrade overwrite replace rewrite upgrade write"),
    (Action::Move, "evacuate move mv rehome relocate transfer"),
    (Action::Merge, "coalesce combine consolidate fuse merge rebase squash unify unmerge"),
    (Action::Archive, "archive deprecate mothball retire"),
    (
        Action::Publish,
        "approve enable endorse expose grant publish reactivate reenable republish resume unpause \
         unprotect unsuspend",
    ),
    (Action::Toggle, "toggle"),
    (Action::Manage, "administer manage"),
];

/// Verbs that are just as often nouns or adjectives. They count as a verb only where a verb is expected.
pub(super) const AMBIGUOUS_VERBS: [(Action, &str); 20] = [
    (Action::Save, "store"),
    (Action::Edit, "fix patch"),
    (Action::Overwrite, "put"),
    (Action::Spend, "charge place refund trade"),
    (Action::Start, "schedule"),
    (
        Action::Read,
        "poll audit blame check collect count crawl diff dig expand filter forecast glance hunt judge list \
         locate log look match monitor outline plan preview probe profile query quicksearch quote reason \
         recap reflog report research resolve review sample scan score scout scrape search simulate \
         sniff stat status stream study summary trace track view",
    ),
    (Action::Compute, "average compute echo embed hash map solve sum"),
    (
        Action::Create,
        "backup build compress copy draft draw fork mirror new paint raise record seed sign tag \
         tar touch zip",
    ),
    (
        Action::Update,
        "activate block change checkout claim exclude flag format join label leave like link lock \
         power rate react respond rsvp set star transition turn vote watch",
    ),
    (Action::Stop, "close drain end exit pause sleep"),
    (
        Action::Send,
        "resend book comment dm email forward message note nudge order post repost request say share speak",
    ),
    (
        Action::Execute,
        "batch benchmark call command compile evaluate fire flash process pull repl shell spin test \
         train",
    ),
    (Action::Delete, "clean prune void"),
    (Action::Operate, "choose fill focus handle jump open pan pick play seek select skip type zoom"),
    (Action::Publish, "allow confirm permit release"),
    (Action::Toggle, "switch"),
    (Action::Append, "bump commit stash"),
    (Action::Move, "shift"),
    (Action::Manage, "admin control"),
    (Action::Export, "dump"),
];

/// Verbs whose action depends on their object: the verb, objects, and the action it is with one of them.
pub(super) const OBJECT_DEPENDENT_VERBS: [(&str, &str, Action); 30] = [
    ("apply", "change changes diff edit edits patch patches replacement", Action::Edit),
    ("check", "in out", Action::Update),
    ("format", "code currency date json number sql xml", Action::Compute),
    ("go", "back forward home to", Action::Operate),
    ("load", "context docs documentation guide instructions prompt reference skill", Action::Read),
    ("log", "activity call entry event expense food meal message metric time weight workout", Action::Append),
    ("open", "entities entity nodes records", Action::Read),
    ("report", "abuse bug feedback incident issue problem spam", Action::Send),
    (
        "resolve",
        "alert alerts bug case comment comments conflict conflicts conversation discussion dispute finding incident \
         incidents issue issues problem request review task thread threads ticket tickets violation",
        Action::Update,
    ),
    ("rotate", "camera element image object page pages screen selection shape view", Action::Update),
    ("set", "order", Action::Overwrite),
    (
        "switch",
        "account branch branches context environment mode org organization profile project tab to workspace",
        Action::Update,
    ),
    ("take", "heapsnapshot photo picture screenshot snapshot", Action::Generate),
    ("test", "auth connection connectivity credentials expression pattern query regex rule", Action::Read),
    ("track", "calories event events expense habit time", Action::Append),
    ("back", "up", Action::Create),
    ("bring", "up", Action::Start),
    (
        "evaluate",
        "accuracy answer condition expression expressions flag metrics model policy prompt quality response risk rule rules",
        Action::Read,
    ),
    ("hang", "up", Action::Stop),
    ("kick", "off", Action::Start),
    ("log", "in", Action::Start),
    ("log", "off out", Action::Stop),
    ("open", "issue mr pr ticket", Action::Create),
    ("shut", "down", Action::Stop),
    ("sign", "in", Action::Start),
    ("sign", "off out", Action::Stop),
    ("spin", "down", Action::Stop),
    ("spin", "up", Action::Start),
    ("take", "down", Action::Delete),
    ("tear", "down", Action::Delete),
];

/// Verbs that count only in sentences: in a name, `return_item` means giving something back.
pub(super) const SENTENCE_VERBS: [(Action, &str); 1] =
    [(Action::Read, "answer give obtain provide report return")];
