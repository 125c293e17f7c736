/** The Java client of Weft, a product data service. Start at {@link dev.weft.client.Weft}. */
module dev.weft.client {
    requires transitive com.fasterxml.jackson.databind;
    requires transitive java.net.http;

    exports dev.weft.client;
    exports dev.weft.client.changes;
    exports dev.weft.client.files;
    exports dev.weft.client.loader;
    exports dev.weft.client.tasks;
    exports dev.weft.client.typed;
    exports dev.weft.client.webhooks;
    exports dev.weft.client.workflows;

    opens dev.weft.client to com.fasterxml.jackson.databind;
    opens dev.weft.client.changes to com.fasterxml.jackson.databind;
    opens dev.weft.client.files to com.fasterxml.jackson.databind;
    opens dev.weft.client.loader to com.fasterxml.jackson.databind;
    opens dev.weft.client.tasks to com.fasterxml.jackson.databind;
    opens dev.weft.client.typed to com.fasterxml.jackson.databind;
    opens dev.weft.client.webhooks to com.fasterxml.jackson.databind;
    opens dev.weft.client.workflows to com.fasterxml.jackson.databind;
}
