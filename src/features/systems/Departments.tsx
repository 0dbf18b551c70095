import { useUnit } from "effector-react";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { runMessages } from "./runMessages.ts";
import { $runDepartments } from "./runsModel.ts";
import styles from "./systems.module.css";

/** The people whom the open import affects, by department. */
export function Departments() {
  const t = useMessages(runMessages);
  const { status, value } = useUnit($runDepartments);
  if (status === "loading") return <Skeleton height={48} />;
  if (!value || value.departments.length === 0) return null;
  const { departments, departmentCount } = value;
  const more = departmentCount - departments.length;
  return (
    <section className={styles.class} aria-label={t.byDepartment}>
      <h3>{t.byDepartment}</h3>
      <ul className={styles.steps}>
        {departments.map(({ department, people, losing }) => (
          <li key={department ?? ""}>
            <span>{department ?? t.noDepartment}</span>
            <span className={styles.muted}>{t.affectedPeople(people, losing)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.muted}>{t.moreDepartments(more)}</p>}
    </section>
  );
}
