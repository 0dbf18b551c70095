import { createWatch, type Scope } from "effector";
import { Provider } from "effector-react";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { versionsOf } from "../../kernel/log/checkpoints.ts";
import type { Checkpoint } from "../../kernel/log/format.ts";
import { createTimeline, type Timeline } from "../../kernel/log/timeline.ts";
import { allProjections } from "../../kernel/projection.ts";
import { $log, recorded } from "../../kernel/recorder.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { loadModels } from "../loadModels.ts";
import { LocaleProvider } from "../LocaleProvider.tsx";
import { after, type EventHistory } from "./history.ts";
import { Inspector } from "./Inspector.tsx";
import { createPlayer } from "./player.ts";
import { usePlayer } from "./usePlayer.ts";
import { replayMessages } from "./messages.ts";
import styles from "./LiveInspector.module.css";

/** Shows the app's recorded events below it. Actions in the inspector are not recorded. */
export async function mountLiveInspector(scope: Scope): Promise<void> {
  // The timeline folds the whole log, so every projection must be loaded.
  await loadModels();
  const dock = document.createElement("div");
  dock.className = styles.dock ?? "";
  document.body.append(dock);
  createRoot(dock).render(
    <Provider value={scope}>
      <LocaleProvider>
        <LiveInspector scope={scope} />
      </LocaleProvider>
    </Provider>,
  );
}

export function LiveInspector({ scope }: { readonly scope: Scope }) {
  const t = useMessages(replayMessages);
  const [history, setHistory] = useState(() => followLog(scope, null));
  const [count, setCount] = useState(() => history.timeline.events.length);
  const [isOpen, setOpen] = useState(true);
  const { isFollowing } = usePlayer(history.player);
  useEffect(() => {
    let frame = 0;
    const { timeline, player } = history;
    const show = () => {
      frame = 0;
      const { entries } = scope.getState($log);
      if (entries !== timeline.events) {
        // A new log session: events before it belong to another user.
        setHistory(followLog(scope, timeline));
        setCount(entries.length);
        return;
      }
      player.grow();
      setCount(timeline.events.length);
    };
    const showSoon = () => {
      frame ||= requestAnimationFrame(show);
    };
    const unwatch = createWatch({ unit: recorded, scope, fn: showSoon });
    // Shows events that were recorded after the render, or whose frame was cancelled with the previous history.
    showSoon();
    return () => {
      unwatch();
      cancelAnimationFrame(frame);
    };
  }, [scope, history]);
  return (
    <aside className={styles.inspector} aria-label={t.debugStore} data-open={isOpen}>
      <header className={styles.top}>
        <h2>{t.debugStore}</h2>
        <span className={styles.hint}>{t.debugStoreWhat}</span>
        {isOpen && (
          <Checkbox
            label={t.followNewest}
            checked={isFollowing}
            onChange={isFollowing ? history.player.stay : history.player.follow}
          />
        )}
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.hideEvents : t.showEvents}
        </Button>
      </header>
      {isOpen && <Inspector history={history} count={count} divergence={null} />}
    </aside>
  );
}

/**
 * A session's list of events only grows, so its timeline can continue.
 *
 * @param before the previous session, in whose final states this one starts; null if it starts with the app.
 */
function followLog(scope: Scope, before: Timeline | null): EventHistory {
  const events = scope.getState($log).entries;
  const timeline = createTimeline(
    { checkpoint: before && stateAfter(before), events },
    allProjections().values(),
  );
  const player = createPlayer(events, after);
  player.follow();
  return { timeline, player };
}

function stateAfter({ events, statesAt }: Timeline): Checkpoint | null {
  const last = events.at(-1);
  const states = Object.fromEntries(statesAt(events.length));
  const versions = versionsOf(states, allProjections().values());
  return last ? { seq: last.seq, time: last.time, states, versions } : null;
}
