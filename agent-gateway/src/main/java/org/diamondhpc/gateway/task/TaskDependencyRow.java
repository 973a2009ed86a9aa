package org.diamondhpc.gateway.task;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import org.hibernate.annotations.Immutable;

@Entity
@Immutable
@Table(name = "task_dependency")
@IdClass(TaskDependencyRow.Key.class)
class TaskDependencyRow {
    @Id
    String task;
    @Id
    @Column(name = "on_task")
    String onTask;
    String condition;

    /** Who waits for whom. */
    record Key(String task, String onTask) implements Serializable {
    }

    static TaskDependencyRow of(String task, String onTask, String condition) {
        TaskDependencyRow row = new TaskDependencyRow();
        row.task = task;
        row.onTask = onTask;
        row.condition = condition;
        return row;
    }
}
