package org.diamondhpc.site.scheduler.gridengine;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** One element of qstat's XML. */
record Xml(Element element) {
    private static final Pattern ROOT = Pattern.compile("^\\s*<\\?xml[^>]*\\?>\\s*<([A-Za-z_]+)");

    /**
     * The documents in an answer, which may be several, with a client's warnings around them.
     *
     * @throws IllegalArgumentException where one cannot be read
     */
    static List<Xml> documents(String text) {
        List<Xml> all = new ArrayList<>();
        for (int at = text.indexOf("<?xml"); at >= 0;) {
            int next = text.indexOf("<?xml", at + 1);
            String part = text.substring(at, next < 0 ? text.length() : next);
            Matcher root = ROOT.matcher(part);
            String end = root.find() ? "</" + root.group(1) + ">" : "";
            int stop = end.isEmpty() ? -1 : part.lastIndexOf(end);
            if (stop < 0) {
                throw new IllegalArgumentException("qstat's XML was cut off");
            }
            all.add(parse(part.substring(0, stop + end.length())));
            at = next;
        }
        return all;
    }

    private static Xml parse(String document) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return new Xml(builder.parse(new InputSource(new StringReader(legal(document)))).getDocumentElement());
        } catch (SAXException | IOException | ParserConfigurationException e) {
            throw new IllegalArgumentException("qstat's XML cannot be read: " + e.getMessage(), e);
        }
    }

    /** Names may hold bytes that are no characters of XML. */
    private static String legal(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints().forEach(c -> kept.appendCodePoint(c == '\n' || c == '\t' || c >= 0x20 && c <= 0xD7FF
                || c >= 0xE000 && c <= 0xFFFD || c > 0xFFFF ? c : '?'));
        return kept.toString();
    }

    /** All elements below of that name. */
    List<Xml> all(String name) {
        return elements(element.getElementsByTagName(name)).toList();
    }

    List<Xml> children(String name) {
        return elements(element.getChildNodes()).filter(e -> e.element.getTagName().equals(name)).toList();
    }

    private static Stream<Xml> elements(NodeList list) {
        return IntStream.range(0, list.getLength()).mapToObj(list::item).filter(n -> n.getNodeType() == Node.ELEMENT_NODE)
                .map(n -> new Xml((Element) n));
    }

    /** The text of the first child of that name; empty where there is none. */
    String text(String name) {
        return children(name).stream().findFirst().map(e -> e.element.getTextContent().strip()).orElse("");
    }

    /** The same, wherever it lies below. */
    String below(String name) {
        return all(name).stream().findFirst().map(e -> e.element.getTextContent().strip()).orElse("");
    }

    /** The text of the child of that name whose attribute {@code name} is as given. */
    Optional<String> named(String child, String name) {
        return children(child).stream().filter(e -> e.element.getAttribute("name").equals(name)).findFirst()
                .map(e -> e.element.getTextContent().strip());
    }

    String attribute(String name) {
        return element.getAttribute(name);
    }

    String name() {
        return element.getTagName();
    }

    String content() {
        return element.getTextContent().strip();
    }
}
