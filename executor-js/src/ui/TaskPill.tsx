import { defineComponent } from "vue";
import { TaskBar } from "./TaskBar.jsx";
import type { UiProps } from "./ui.js";

/** The same line beside the launcher while the panel is closed: a task can always be seen and stopped. */
export const TaskPill = defineComponent<UiProps>(
  ({ ui }) =>
    () => (
      <div class="pill">
        <TaskBar ui={ui} />
      </div>
    ),
  { props: ["ui"] },
);
